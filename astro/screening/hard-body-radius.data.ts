/**
 * The combined hard-body radius for unknown sizes, m: the usual 20 m of operators (domain.md part 3). Most secondaries are smaller than 1 m;
 * probabilities are proportional to the square of the radius.
 */
export const BLANKET_RADIUS_M = 20
