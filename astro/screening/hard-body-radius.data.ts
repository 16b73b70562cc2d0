/**
 * The combined hard-body radius where nothing is known of the sizes, m: the blanket 20 m that operators use (domain.md
 * part 3). Most secondaries are smaller than 1 m; probabilities go with the square of the radius.
 */
export const BLANKET_RADIUS_M = 20
