/** The report of a track in the documents. */
export const REPORT_EXAMPLE = {
  'file-id': '9a3c1d52-1c54-4c4a-9c55-6d4f6c1d2e10',
  reports: [
    {
      measurementReports: [
        {
          observedRaDec: { ra: 332.229_875, dec: -16.302_839 },
          observedMagnitude: { magnitude: 9.5, sigma: 0.15 },
          epoch: '2026-11-22T18:15:03.000Z',
        },
      ],
    },
  ],
  numberOfMagnitudeMeasurements: 1,
  version: '1',
  catalogueIdBestAssociation: 99_901,
  t2oAssociationResults: [
    {
      isAssociated: true,
      catalogueId: 99_901,
      associationThreshold: 618.8,
      measurementAssociationResults: [{ residual: { ra: 0.4, dec: -1.1 }, associationValue: 1.17 }],
      objectName: 'DEMO-1',
      associationValue: 1.17,
      alongTrackTimeOffset: 0.013,
    },
  ],
  associationResults: {
    orbitDataType: 'OMM' as const,
    associationMetric: 'ANGULAR_DISTANCE' as const,
    associationCriterion: 'MEDIAN' as const,
    isAmbiguous: false,
    orbitDataAge: 41_000,
  },
  isUncorrelated: false,
  rms: { ra: 1.4, dec: 1.5 },
  sensorCode: 'ABC01',
  start: '2026-11-22T18:15:03.000Z',
  end: '2026-11-22T18:18:03.000Z',
  orbitUpdate: null,
  isSimulated: true,
}
