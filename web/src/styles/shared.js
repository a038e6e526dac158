/** Styles that elements share: text, buttons, fields, panels, what only screen readers see. */

import { css } from "lit";

export const shared = css`
  :host {
    box-sizing: border-box;
  }
  :host([hidden]) {
    display: none;
  }
  *,
  *::before,
  *::after {
    box-sizing: border-box; /* not inherited: what is in a <details> would inherit otherwise */
  }
  h1,
  h2,
  h3,
  p {
    margin: 0;
  }
  a {
    color: var(--accent);
  }
  button,
  .button {
    appearance: none;
    border: 1px solid var(--edge);
    border-radius: 9px;
    background: var(--panel);
    color: var(--ink);
    font: 600 15px/1.2 var(--body);
    min-height: 40px;
    padding: 8px 14px;
    cursor: pointer;
    text-decoration: none;
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: 8px;
    touch-action: manipulation;
  }
  button:hover:not(:disabled),
  .button:hover {
    border-color: var(--accent);
  }
  button:disabled {
    opacity: 0.45;
    cursor: default;
  }
  button.main,
  .button.main {
    background: var(--accent);
    border-color: var(--accent);
    color: var(--on-accent);
  }
  button.plain {
    border-color: transparent;
    background: transparent;
  }
  :focus-visible {
    outline: 3px solid var(--focus);
    outline-offset: 2px;
  }
  input,
  select {
    font: 16px/1.2 var(--body);
    color: var(--ink);
    background: var(--panel);
    border: 1px solid var(--edge);
    border-radius: 8px;
    min-height: 40px;
    padding: 6px 10px;
  }
  input[type="range"] {
    padding: 0;
    accent-color: var(--accent);
  }
  kbd {
    font: 600 11px/1 var(--body);
    border: 1px solid currentColor;
    border-radius: 4px;
    padding: 2px 5px;
    opacity: 0.65;
  }
  .panel {
    background: var(--panel);
    border: 1px solid var(--edge);
    border-radius: var(--radius);
    padding: 14px 16px;
  }
  .soft {
    color: var(--soft);
  }
  .good {
    color: var(--good);
  }
  .bad {
    color: var(--bad);
  }
  .clause {
    color: var(--soft);
    font-size: 12px;
    white-space: nowrap;
  }
  .number {
    font-variant-numeric: tabular-nums;
  }
  .unseen {
    position: absolute;
    width: 1px;
    height: 1px;
    margin: -1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  @media (hover: none), (max-width: 700px) {
    kbd {
      display: none;
    }
  }
`;
