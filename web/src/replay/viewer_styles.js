/** How the replay viewer looks. */

import { css } from "lit";

export const viewerStyles = css`
  :host {
    display: grid;
    grid-template: "head list" auto "stage list" auto "result check" auto / minmax(0, 1fr) 360px;
    gap: 12px;
    padding: 12px;
    align-content: start;
  }
  .head {
    grid-area: head;
    display: flex;
    flex-wrap: wrap;
    gap: 4px 16px;
    align-items: center;
  }
  .head .row {
    margin-left: auto;
  }
  h1 {
    font: 700 22px/1.2 var(--serif);
  }
  h2 {
    font: 700 17px/1.3 var(--serif);
    margin-bottom: 8px;
  }
  .stage {
    grid-area: stage;
    border-radius: var(--radius);
    overflow: hidden;
    border: 1px solid var(--edge);
    background: radial-gradient(90% 70% at 40% 30%, #2c3430, #161b19);
    display: flex;
    flex-direction: column;
  }
  hw-felt {
    height: clamp(320px, 62dvh, 760px);
  }
  .controls {
    background: var(--panel);
    padding: 8px 12px;
    border-top: 1px solid var(--edge);
  }
  .controls .now {
    height: calc(2 * 1.45em); /* what is longer stands whole in the list: the buttons below stay where they are */
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
    overflow: hidden;
    margin-bottom: 6px;
  }
  .row {
    display: flex;
    gap: 6px;
    align-items: center;
    flex-wrap: wrap;
  }
  .row input[type="range"] {
    flex: 1;
    min-width: 120px;
  }
  .list {
    grid-area: list;
    display: flex;
    flex-direction: column;
    min-height: 0;
    max-height: calc(62dvh + 150px);
  }
  ol {
    list-style: none;
    margin: 0;
    padding: 0;
    overflow: auto;
    font-size: 14px;
  }
  li button {
    width: 100%;
    justify-content: space-between;
    text-align: left;
    font-weight: 400;
    font-size: 14px;
    min-height: 32px;
    padding: 4px 6px;
  }
  li button.now {
    min-height: 32px;
    background: color-mix(in srgb, var(--accent) 18%, transparent);
    font-weight: 600;
  }
  li.win span:first-child {
    color: var(--good);
  }
  li.lose span:first-child {
    color: var(--bad);
  }
  .result {
    grid-area: result;
    align-self: start;
  }
  .check {
    grid-area: check;
  }
  table {
    border-collapse: collapse;
    width: 100%;
    font-size: 14px;
  }
  td.number {
    white-space: nowrap;
  }
  th,
  td {
    text-align: left;
    font-weight: 400;
    padding: 3px 8px 3px 0;
    border-bottom: 1px solid color-mix(in srgb, var(--edge) 60%, transparent);
    vertical-align: top;
  }
  @media (max-width: 1080px) {
    :host {
      grid-template: "head" auto "stage" auto "list" auto "result" auto "check" auto / minmax(0, 1fr);
    }
    .list {
      max-height: 320px;
    }
  }
  @media (max-width: 700px) {
    :host {
      padding: 6px;
      gap: 8px;
    }
    .head .row {
      margin-left: 0;
    }
    hw-felt {
      height: 128vw;
    }
    .controls .now {
      height: calc(3 * 1.45em);
      -webkit-line-clamp: 3;
    }
    .row button {
      padding: 8px 10px;
    }
  }
`;
