/** The table itself: rail, cloth, and what is written on it. */

import { svg } from "lit";

/**
 * @param {import("../layouts/geometry.js").Geometry} geometry
 * @param {{ text: string, size: number, clause: string }[]} inscriptions
 * @param {string} title
 */
export function ground({ shape, width, height }, inscriptions, title) {
  const wide = shape === "wide";
  const outline = wide
    ? `M80 8H${width - 80}Q${width - 8} 8 ${width - 8} 90V490C${width - 8} 800 1420 ${height - 8} 1100 ${height - 8}H500C180 ${height - 8} 8 800 8 490V90Q8 8 80 8Z`
    : `M30 4H${width - 30}Q${width - 4} 4 ${width - 4} 30V${height - 120}Q${width - 4} ${height - 4} ${width / 2} ${height - 4}T4 ${height - 120}V30Q4 4 30 4Z`;
  return svg`<svg class="ground" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}">
    <defs>
      <radialGradient id="cloth" cx="50%" cy="30%" r="85%">
        <stop offset="0" stop-color="#2a8a60"/><stop offset=".55" stop-color="#17603f"/><stop offset="1" stop-color="#0d4029"/>
      </radialGradient>
      <linearGradient id="rail" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#6b4428"/><stop offset="1" stop-color="#341f11"/></linearGradient>
    </defs>
    <path d="${outline}" fill="url(#rail)"/>
    <path d="${outline}" fill="url(#cloth)" stroke="#1c1009" stroke-width="2" transform="translate(${width * 0.009} ${wide ? 0 : 5}) scale(.982 ${wide ? 0.978 : 0.988})"/>
    ${tray(wide ? 800 : 360, wide ? 22 : 10, wide ? 1 : 0.8)}
    ${wide ? arcs(inscriptions, title) : lines(inscriptions.slice(0, 1), width)}
  </svg>`;
}

/** The dealer's chips. @param {number} x @param {number} y @param {number} scale */
function tray(x, y, scale) {
  const columns = ["#f4f1e8", "#c0283d", "#1d8a55", "#22262d", "#22262d", "#1d8a55", "#c0283d", "#f4f1e8"];
  return svg`<g transform="translate(${x} ${y}) scale(${scale})">
    <rect x="-152" y="-6" width="304" height="36" rx="8" fill="#0a1a12" stroke="rgb(242 231 201 / .35)"/>
    ${columns.map(
      (colour, index) => svg`<rect x="${-146 + index * 37}" y="0" width="33" height="24" rx="5" fill="${colour}"/>
      <path d="M${-142 + index * 37} 0v24M${-134 + index * 37} 0v24M${-126 + index * 37} 0v24M${-118 + index * 37} 0v24" stroke="rgb(255 255 255 / .35)" stroke-width="1.5"/>`,
    )}
  </g>`;
}

/** In the wide stage the words lie on arcs between dealer and players. @param {{ text: string, size: number }[]} inscriptions @param {string} title */
function arcs(inscriptions, title) {
  let y = 362;
  const written = inscriptions.map(({ text, size }, index) => {
    y += index ? size + 16 : 0;
    return svg`<path id="arc${index}" d="M380 ${y - 34}Q800 ${y + 42} 1220 ${y - 34}" fill="none"/>
      <text class="written" font-size="${size}"><textPath href="#arc${index}" startOffset="50%">${text}</textPath></text>`;
  });
  return svg`<path id="arct" d="M420 280Q800 352 1180 280" fill="none"/>
    <text class="title" font-size="40"><textPath href="#arct" startOffset="50%">${title}</textPath></text>${written}`;
}

/** @param {{ text: string }[]} inscriptions @param {number} width */
function lines(inscriptions, width) {
  return inscriptions.map(
    ({ text }, index) =>
      svg`<text class="written" font-size="${text.length > 52 ? 19 : 23}" x="${width / 2}" y="${260 + index * 26}">${text}</text>`,
  );
}
