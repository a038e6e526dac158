/** How the felt looks. */

import { css } from "lit";

export const feltStyles = css`
  :host {
    display: block;
    position: relative;
    overflow: hidden;
    contain: strict;
  }
  .stage {
    position: absolute;
    left: 50%;
    top: 50%;
    transform-origin: center;
    color: var(--line);
    user-select: none;
    -webkit-user-select: none;
  }
  .ground {
    position: absolute;
    inset: 0;
  }
  .written,
  .title {
    fill: var(--line);
    font-family: var(--serif);
    text-anchor: middle;
    letter-spacing: 0.04em;
    opacity: 0.85;
  }
  .title {
    font-weight: 700;
    letter-spacing: 0.12em;
    opacity: 0.3;
  }
  [data-area] {
    position: absolute;
    left: 0;
    top: 0;
  }
  .outline {
    appearance: none;
    background: rgb(0 0 0 / 0.08);
    border: 2.5px solid rgb(242 231 201 / 0.5);
    border-radius: 14px;
    color: var(--line);
    padding: 0;
    min-height: 0;
    font: 600 18px/1.15 var(--body);
    display: flex;
    align-items: center;
    justify-content: center;
    text-align: center;
    z-index: 1;
  }
  .tall .outline {
    font-size: 21px;
  }
  .outline.round {
    border-radius: 50%;
  }
  .outline span {
    padding: 4px;
    opacity: 0.92;
    pointer-events: none;
  }
  .outline.long {
    font-size: 14px;
  }
  .tall .outline.long {
    font-size: 15px;
  }
  .tall .outline.beside {
    font-size: 18px;
    padding-right: 62px;
  }
  .outline.beside {
    justify-content: flex-start;
    text-align: left;
    padding: 0 70px 0 8px;
  }
  .outline.staked span {
    position: absolute;
    bottom: calc(100% - 3px);
    white-space: nowrap;
    font-size: 0.86em;
  }
  .outline.small {
    border-width: 1.5px;
    opacity: 0.5;
  }
  button.outline.open {
    border-color: var(--gold);
    background: rgb(243 207 122 / 0.1);
    cursor: pointer;
  }
  button.outline.open:hover:not(:disabled) {
    background: rgb(243 207 122 / 0.26);
    border-color: var(--gold);
  }
  button.outline.small.open {
    border-color: transparent;
    background: none;
  }
  button.outline.small.open::before {
    content: "";
    position: absolute;
    inset: var(--around);
    border: 1.5px solid var(--gold);
    border-radius: inherit;
    background: rgb(243 207 122 / 0.1);
  }
  button.outline.lit {
    box-shadow: 0 0 0 5px rgb(243 207 122 / 0.28);
  }
  .outline:focus-visible,
  .card:focus-visible {
    outline: 4px solid #fff;
    outline-offset: 3px;
  }
  .chips,
  .cards,
  .flights {
    position: absolute;
    inset: 0;
    pointer-events: none;
  }
  .stacked {
    position: absolute;
    left: 0;
    top: 0;
    z-index: 3;
    pointer-events: none;
  }
  .whose {
    position: absolute;
    left: 50%;
    top: 100%;
    transform: translate(-50%, -6px);
    font: 600 13px/1 var(--body);
    white-space: nowrap;
    background: rgb(0 0 0 / 0.6);
    border-radius: 99px;
    padding: 2px 7px;
    max-width: 96px;
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .tall .whose {
    font-size: 17px;
  }
  .cards {
    z-index: 4;
  }
  .flights {
    z-index: 6;
  }
  .card {
    position: absolute;
    left: 0;
    top: 0;
    width: 84px;
    height: 118px;
    min-height: 0;
    padding: 0;
    border: 0;
    background: none;
    border-radius: 6px;
    transform-origin: center;
    display: block;
  }
  button.card {
    pointer-events: auto;
    cursor: pointer;
  }
  button.card:hover img {
    filter: brightness(1.04) drop-shadow(0 0 5px var(--gold));
  }
  .card.acting img {
    filter: drop-shadow(0 0 7px var(--gold));
  }
  .card.chosen img {
    filter: drop-shadow(0 0 6px var(--gold)) drop-shadow(0 0 2px var(--gold));
  }
  .turn {
    position: absolute;
    inset: 0;
    display: block;
  }
  .turn .face,
  .turn.up .back {
    visibility: hidden;
  }
  .turn.up .face {
    visibility: visible;
  }
  .card img {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    border-radius: 5px;
    box-shadow: 0 1px 3px rgb(0 0 0 / 0.45); /* a filter would be drawn anew in every picture of a moving card */
  }
  .pile {
    z-index: 2;
    text-align: center;
    pointer-events: none;
  }
  .count {
    z-index: 5; /* on the cards that lie there */
    font: 700 29px/1 var(--body);
    color: #fff;
    text-shadow:
      0 0 4px #000,
      0 0 7px #000;
    pointer-events: none;
  }
  .pile .named {
    position: absolute;
    left: 50%;
    top: 100%;
    transform: translateX(-50%);
    white-space: nowrap;
    font: 500 26px/1.1 var(--body);
    opacity: 0.85;
  }
  .tall .pile .named {
    font-size: 27px;
  }
  .box {
    z-index: 1;
    font: 500 16px/1.1 var(--body);
    opacity: 0.75;
    text-align: center;
    white-space: nowrap;
  }
  .tall .box {
    font-size: 20px;
  }
  .box i {
    display: block;
    width: 64px;
    height: 11px;
    margin: 0 auto 4px;
    border-radius: 6px;
    background: #08130d;
    border: 1.5px solid rgb(242 231 201 / 0.4);
  }
  .disc {
    z-index: 5;
    width: 46px;
    height: 46px;
    border-radius: 50%;
    background: #15181c;
    color: #fff;
    border: 3px solid var(--gold);
    display: grid;
    place-items: center;
    font: 700 18px/1 var(--body);
  }
  .tall .outline[data-area$="button"],
  .tall .outline[data-area="pot/side"] {
    font-size: 17px;
  }
  .outline .lies {
    background: var(--line);
    color: #17301f;
    border-radius: 99px;
    padding: 7px 9px;
    opacity: 1;
  }
  .meters {
    position: absolute;
    z-index: 2;
    display: flex;
    flex-direction: column;
    gap: 8px;
  }
  .meters.wide {
    left: 1236px;
    top: 176px;
  }
  .meters.tall {
    left: 0;
    right: 0;
    top: 202px;
    flex-direction: row;
    justify-content: center;
  }
  .meters div {
    background: #10140f;
    border: 2px solid #3c3a2c;
    border-radius: 8px;
    padding: 4px 10px;
    text-align: right;
    line-height: 1.15;
  }
  .meters span {
    display: block;
    font: 500 16px/1.2 var(--body);
    color: #e8dfc4;
  }
  .meters strong {
    font: 700 25px/1.1 var(--body);
    color: #ffd45e;
    font-variant-numeric: tabular-nums;
  }
  .tall .meters {
    gap: 8px;
  }
  .tall .meters div {
    display: flex;
    gap: 8px;
    align-items: baseline;
    padding: 1px 8px;
  }
  .tall .meters span {
    font-size: 20px;
  }
  .tall .meters strong {
    font-size: 24px;
  }
`;
