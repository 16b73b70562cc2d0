import { z } from 'zod'

/** The fields about the correction of an orbit by a track of its named object, for ranges and for positions. */
export const CORRECTION_FIELDS = {
  objectName: z.string(),
  isAssociated: z.boolean().meta({
    description: 'The corrected orbit is as near as the thresholds ask for, and most of the measurements fit it',
  }),
  alongTrackTimeOffset: z.number().nullable().meta({
    description: 'By how much later than predicted the object passes, s; null where no orbit came of the track',
  }),
  across: z.number().nullable().meta({
    description: 'By how much the correction moves the object across its track, m; null where no orbit came of it',
  }),
  mostTimeOffset: z.number().meta({ description: 'Up to which time offset the track is of the object, s' }),
  mostAcross: z.number().meta({ description: 'And up to which distance across the track, m' }),
}
