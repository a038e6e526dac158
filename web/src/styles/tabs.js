/** Styles of a row of links that divide a page. */

import { css } from "lit";

export const tabs = css`
  .tabs {
    display: flex;
    flex-wrap: wrap;
    gap: 2px;
    border-bottom: 1px solid var(--edge);
    margin-bottom: 16px;
  }
  .tabs a {
    padding: 10px 14px;
    color: var(--ink);
    text-decoration: none;
    font-weight: 600;
    border-bottom: 3px solid transparent;
    margin-bottom: -1px;
  }
  .tabs a[aria-current="page"] {
    border-bottom-color: var(--accent);
  }
`;
