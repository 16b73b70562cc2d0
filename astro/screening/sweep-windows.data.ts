/**
 * Half of a window, s. With windows of 160 s, states, sorting and comparing together take the least time (docs/decisions/019). A shorter window
 * needs more states of every object. In a longer one, paths deviate more from the straight lines of the first test, by ½ g h², and more pairs are
 * reported that do not meet.
 */
export const HALF_S = 80

/**
 * The number of windows that are screened in one batch, whose states are computed together. One state more is computed, to find objects that
 * leave their assumed path. SGP4 computes 24 times of one object for each load of its elements, and the rows of 24 windows fit in memory: longer
 * batches have no advantage, and need more memory.
 */
export const TASK_WINDOWS = 23
