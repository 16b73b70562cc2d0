type Touch = {
  readonly track: { readonly isSimulated: boolean; readonly isDemoObject: boolean }
  /** True: all messages of the event are simulated. */
  readonly isDemoEvent: boolean
}

/**
 * Returns true if a track may change an event. A real track may change any event; a simulated track may change an event only if its object
 * is simulated, and if the event is simulated from its first message on. A simulated measurement of a real satellite could lead to a real
 * burn. The table of updates refuses such a track, too (0094, simulated_for_demo).
 */
export const mayTouch = ({ track, isDemoEvent }: Touch): boolean =>
  !track.isSimulated || (track.isDemoObject && isDemoEvent)
