/** The facts about the distance of an event, for a plan by distance. */
export type DistanceOfEvent = {
  /** True if the objects are so slow past each other that they meet again. */
  readonly meetsAgain?: boolean
  /** The distance that the satellite accepts, m; 0 or undefined where there is none. */
  readonly acceptedDistanceM?: number
}
