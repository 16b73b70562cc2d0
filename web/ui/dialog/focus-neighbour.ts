/**
 * Is called before an item is removed. If its button was pressed by key, the focus moves to the same button of the next item, else of the
 * previous item, else to the list. A click of the pointer does not move the focus.
 */
export function focusNeighbour({ detail, currentTarget }: React.MouseEvent<HTMLElement>, list: string): void {
  const isByKey = detail === 0
  const place = currentTarget.closest<HTMLElement>(list)
  const label = currentTarget.dataset.closes
  if (!isByKey || !place || label === undefined) return
  const buttons = [...place.querySelectorAll<HTMLElement>(`[data-closes="${label}"]`)]
  const at = buttons.indexOf(currentTarget)
  const next = buttons[at + 1] ?? buttons[at - 1] ?? place
  next.focus()
}
