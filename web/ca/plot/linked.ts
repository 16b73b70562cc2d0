/** The state that all plots of an event share: the selected message, and the one under the pointer. */
export type SharedSelection = {
  readonly selectedId?: string | undefined
  readonly hoveredId?: string | undefined
  readonly onHover?: ((id: string | undefined) => void) | undefined
  readonly onSelect?: ((id: string) => void) | undefined
}

/** The size of a plot: in its pane or for paper, or small in a preview. */
export type PlotSize = 'full' | 'thumbnail'
