/** Styles of lists with columns. */

import { css } from "lit";

export const tables = css`
  table {
    border-collapse: collapse;
    width: 100%;
    font-size: 14px;
  }
  th,
  td {
    text-align: left;
    font-weight: 400;
    padding: 6px 10px 6px 0;
    border-bottom: 1px solid color-mix(in srgb, var(--edge) 60%, transparent);
    vertical-align: top;
  }
  thead th {
    color: var(--soft);
    font-size: 13px;
    white-space: nowrap;
  }
  tbody th {
    font-weight: 600;
  }
  tfoot th,
  tfoot td {
    font-weight: 600;
    border-bottom: 0;
  }
  .right {
    text-align: right;
  }
  td.number {
    white-space: nowrap;
  }
`;
