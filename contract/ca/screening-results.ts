/** Three different answers: nobody looked; looked and found nothing; found so many. */
export const SCREENING_RESULTS = ['NOT_SCREENED', 'CLEAR', 'CONJUNCTIONS'] as const
