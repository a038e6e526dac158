/** Keys that act wherever the focus is, except where somebody types or a button has it. */

/**
 * Listen to keys until what is returned is called. The handler says whether the key was its own.
 * @param {(key: string) => boolean} handle
 */
export function onKey(handle) {
  const pressed = (/** @type {KeyboardEvent} */ event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const target = /** @type {HTMLElement | undefined} */ (event.composedPath()[0]);
    const isTyping = target?.matches?.("input:not([type=range]), select, textarea");
    const isButton = target?.matches?.("button, a") && (event.key === "Enter" || event.key === " ");
    const isInDialog = event.composedPath().some((each) => each instanceof HTMLDialogElement);
    if (isTyping || isButton || isInDialog) return;
    if (handle(event.key.length === 1 ? event.key.toLowerCase() : event.key)) event.preventDefault();
  };
  addEventListener("keydown", pressed);
  return () => removeEventListener("keydown", pressed);
}
