/** What is known of the distance of an event, for a plan by it. */
export type DistanceOfEvent = {
  /** So slow past each other that the objects meet again. */
  readonly meetsAgain?: boolean
  /** That the satellite accepts, m; 0 or undefined: none. */
  readonly acceptedDistanceM?: number
}
