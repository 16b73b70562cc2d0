/** What all plots of an event share: which message is looked at, and which one the pointer is on. */
export type SharedSelection = {
  readonly selectedId?: string | undefined
  readonly hoveredId?: string | undefined
  readonly onHover?: ((id: string | undefined) => void) | undefined
  readonly onSelect?: ((id: string) => void) | undefined
}

/** A plot in its pane; small, in a preview; or for paper. */
export type PlotSize = 'full' | 'thumbnail'
