/** Moves the focus to the page title, after an action that removed its own button. */
export function focusTitle(): void {
  // After the closing dialog, which restores the previous focus.
  setTimeout(() => document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true }), 50);
}
