type Touch = {
  readonly track: { readonly isSimulated: boolean; readonly isDemoObject: boolean }
  /** True: all messages of the event are simulated. */
  readonly isDemoEvent: boolean
}

/**
 * Returns true if a track may change an event: a real one may change any; a simulated one only if its object is simulated, in an event that is
 * simulated from its first message on. A simulated measurement of a real satellite could lead to a real burn. The table of updates refuses such a
 * track, too (0094, simulated_for_demo).
 */
export const mayTouch = ({ track, isDemoEvent }: Touch): boolean =>
  !track.isSimulated || (track.isDemoObject && isDemoEvent)
