/** What has a column of its own on a wide screen (`apart`) stands below another on a small one (`small`). */

import { css } from "lit";

export const folding = css`
  small {
    display: none;
  }
  @media (max-width: 700px) {
    .apart {
      display: none;
    }
    small {
      display: block;
      font-size: 13px;
      font-weight: 400;
    }
  }
`;
