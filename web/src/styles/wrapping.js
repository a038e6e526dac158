/** An element that is a row, and goes on below where it is too long. */

import { css } from "lit";

export const wrapping = css`
  :host {
    display: flex;
    flex-wrap: wrap;
  }
`;
