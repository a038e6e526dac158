/** Requests to the house. What is refused is thrown as it was said, in one line. */

export class Refusal extends Error {
  /**
   * @param {string} why
   * @param {string | null} clause
   * @param {string} code
   */
  constructor(why, clause = null, code = "refused") {
    super(why);
    this.clause = clause;
    this.code = code;
  }
}

/**
 * @template Answer
 * @param {string} path
 * @returns {Promise<Answer>}
 */
export function get(path) {
  return asked("GET", path);
}

/**
 * @template Answer
 * @param {string} path
 * @param {object} body
 * @returns {Promise<Answer>}
 */
export function post(path, body) {
  return asked("POST", path, body);
}

/** @param {string} path */
export function remove(path) {
  return asked("DELETE", path);
}

/** A text, not JSON: a round file. @param {string} path */
export async function text(path) {
  const answer = await sent("GET", path);
  return answer.text();
}

/**
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 */
async function asked(method, path, body) {
  return (await sent(method, path, body)).json();
}

/**
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 */
async function sent(method, path, body) {
  let answer;
  try {
    answer = await fetch(path, {
      method,
      credentials: "same-origin",
      headers: body ? { "content-type": "application/json" } : {},
      body: body ? JSON.stringify(body) : null,
    });
  } catch {
    throw new Refusal("the house does not answer", null, "unreachable");
  }
  if (!answer.ok) {
    const fault = await answer.json().catch(() => ({}));
    throw new Refusal(fault.why ?? `the house answered ${answer.status}`, fault.clause ?? null, fault.code ?? "failed");
  }
  return answer;
}
