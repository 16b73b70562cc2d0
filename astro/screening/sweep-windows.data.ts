/**
 * Half of a window, s. Windows of 160 s are where states, sorting and comparing together take least
 * (docs/decisions/019). A shorter window needs more states of every object. In a longer one, paths depart more from
 * the straight lines of the first sieve, by ½ g h², and more pairs are named that stay apart.
 */
export const HALF_S = 80

/**
 * Windows that are best screened in one go, and whose states are computed together: one more, to know who strays. SGP4
 * runs over 24 times of one object for each load of its elements, and the rows of 24 windows stay in memory: longer
 * batches have no advantage, and need more of it.
 */
export const TASK_WINDOWS = 23
