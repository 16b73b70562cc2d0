/**
 * Before an item goes whose button was pressed by key: hands the focus to the same button of the next item, else of the
 * one before, else to the list. The pointer's click leaves the focus alone.
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
