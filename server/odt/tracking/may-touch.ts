type Touch = {
  readonly track: { readonly isSimulated: boolean; readonly isDemoObject: boolean }
  /** All messages of the event are simulated. */
  readonly isDemoEvent: boolean
}

/**
 * Whether a track may change an event: measurements that are real any, simulated ones only of a simulated object in an event that
 * is simulated from its first message on. A simulated measurement of a real satellite could end in a real burn. The table of
 * updates refuses one as well (0094, simulated_for_demo).
 */
export const mayTouch = ({ track, isDemoEvent }: Touch): boolean =>
  !track.isSimulated || (track.isDemoObject && isDemoEvent)
