/**
 * The parts of the interface that the spec prescribes, in their exact spelling (§3, §7). Everything else in answers and inputs of Apsis is an
 * addition, and its description says so (decisions.md 2). The printed document adds the sentence where the contract does not have it.
 */

/** The calls of spec §7 on our own server; the look-up by catalogue number is external. */
export const SPEC_CALLS: readonly string[] = [
  'GET /api/v1/ca/cdms',
  'GET /api/v1/ca/cdms/file/{cdm-id}',
  'GET /api/v1/ca/conjunctions',
  'GET /api/v1/ca/satellites',
  'POST /api/v1/ca/satellites',
  'PUT /api/v1/ca/satellites',
  'DELETE /api/v1/ca/satellites/{satellite-id}',
  'GET /api/v1/ca/satellites/operator/{noradId}',
  'GET /api/v1/ca/ephemeris',
  'GET /api/v1/ca/ephemeris/file/{oem-id}',
  'POST /api/v1/ca/ephemeris/file',
  'PUT /api/v1/ca/ephemeris',
  'DELETE /api/v1/ca/ephemeris/{id}',
  'GET /api/v1/ca/userconfig',
  'POST /api/v1/ca/userconfig',
  'PUT /api/v1/ca/userconfig',
  'PUT /api/v1/ca/userconfig/{user-config-id}',
  'DELETE /api/v1/ca/userconfig/{user-config-id}',
  'GET /api/v1/ca/openapi/',
  'GET /api/v1/odt/observations',
  'GET /api/v1/odt/observations/file/{file-id}',
  'GET /api/v1/odt/observations/report/{file-id}',
  'GET /api/v1/odt/openapi/',
  'GET /api/v1/odt/passprediction',
  'GET /api/v1/odt/requests',
  'POST /api/v1/odt/requests',
  'DELETE /api/v1/odt/requests',
  'GET /api/v1/odt/sensors',
  'POST /api/v1/odt/sensors',
  'PUT /api/v1/odt/sensors',
  'DELETE /api/v1/odt/sensors',
  'GET /api/v1/payments/customers',
  'POST /api/v1/payments/customers',
  'GET /api/v1/payments/customers/{customer-id}/balance',
  'PATCH /api/v1/payments/customers/{customer-id}/balance',
  'GET /api/v1/payments/customers/{customer-id}/service_usage_snapshot',
  'GET /api/v1/payments/orders',
  'POST /api/v1/payments/orders',
  'GET /api/v1/payments/price',
  'GET /api/v1/payments/price_estimation',
  'GET /api/v1/payments/products',
  'POST /api/v1/payments/products',
  'GET /api/v1/payments/openapi/',
  'GET /api/v1/tle/tle',
  'POST /api/v1/tle/tle-set',
  'GET /api/v1/tle/openapi/',
  'GET /api/v1/userconfig/{config-id}',
  'PUT /api/v1/userconfig/{config-id}',
  'GET /api/v1/userconfig/openapi/',
]

/** The query of a call, if the spec names its parameters; the spec also lets us add `page` and `limit` (decisions.md 24). */
export const SPEC_QUERY: Readonly<Record<string, readonly string[]>> = {
  'GET /api/v1/ca/conjunctions': ['conjunction-id'],
  'GET /api/v1/ca/satellites': ['satellite-id', 'cospar-id', 'name'],
  'PUT /api/v1/ca/ephemeris': ['oem-id'],
  'GET /api/v1/odt/requests': ['observation-request-id'],
  'DELETE /api/v1/odt/requests': ['observation-request-id'],
  'GET /api/v1/odt/observations': ['observation-request-id'],
  'PUT /api/v1/odt/sensors': ['sensor-code'],
  'DELETE /api/v1/odt/sensors': ['sensor-code'],
  'GET /api/v1/tle/tle': ['noradId', 'epoch'],
}

const CONFIGURATION = ['_id', 'notifications']

/**
 * The fields of spec §3, by the name of their schema. A schema that is not named here is completely ours; for a schema with 'all', the spec lets us
 * choose the fields.
 */
export const SPEC_FIELDS: Readonly<Record<string, readonly string[] | 'all'>> = {
  Cdm: ['creationDate', 'object1', 'object2', 'conjunctionData'],
  CdmObject: [
    ...['hardBodyRadius', 'conjunctionPlaneX', 'conjunctionPlaneY'],
    ...['conjunctionPlaneCovarianceXX', 'conjunctionPlaneCovarianceYX', 'conjunctionPlaneCovarianceYY'],
  ],
  CdmConjunctionData: [
    ...['tca', 'riskLevel', 'probabilityOfCollision', 'totalMissDistance', 'radialSeparation'],
    ...['relativePosition', 'relativeVelocity', 'combinedHardBodyRadius', 'combinedPlaneX', 'combinedPlaneY'],
    ...['combinedPlaneCovarianceXX', 'combinedPlaneCovarianceYX', 'combinedPlaneCovarianceYY'],
  ],
  Conjunction: ['conjunctionId', 'conjunctionData'],
  ConjunctionData: [
    ...['tca', 'riskLevel', 'probabilityOfCollision', 'totalMissDistance', 'radialSeparation', 'timeToTca'],
    ...['relativePosition', 'relativeVelocity'],
  ],
  Satellite: ['satelliteId', 'cosparId', 'name', 'noradId', 'configuration'],
  SatelliteConfiguration: [
    ...['shape', 'hardBodyRadius', 'boxWidth', 'boxHeight', 'boxLength', 'wingLength', 'wingWidth', 'dragArea'],
    ...['dragCoefficient', 'solarRadiationPressureArea', 'reflectivityCoefficient', 'wetMass', 'propulsion'],
  ],
  Propulsion: 'all',
  SatelliteOperator: 'all',
  EphemerisFile: ['oemFileId'],
  CaUserconfig: CONFIGURATION,
  OdtUserconfig: CONFIGURATION,
  NotificationSettings: ['email', 'msteams', 'slack', 'webhook', 'statuses'],
  PassPrediction: ['catalogueId', 'groundSensorName', 'visibilityIntervals'],
  NewObservationRequest: [
    ...['providerId', 'observationPassIds', 'measurementType', 'fileCompressionType', 'orbitDataMessageType'],
    ...['orbitDataMessage', 'numberOfPassesRequested'],
  ],
  ObservationRequest: [
    ...['observationRequestId', 'observationFileId', 'providerId', 'observationPassIds', 'measurementType'],
    ...['fileCompressionType', 'orbitDataMessageType', 'orbitDataMessage', 'numberOfPassesRequested'],
    'numberOfPassesCompleted',
  ],
  ObservationReport: [
    ...['file-id', 'reports', 'numberOfMagnitudeMeasurements', 'version', 'catalogueIdBestAssociation'],
    ...['t2oAssociationResults', 'associationResults'],
  ],
  TrackReport: ['measurementReports'],
  MeasurementReport: ['observedRaDec', 'observedMagnitude', 'epoch'],
  RaDec: ['ra', 'dec'],
  TrackToObjectResult: ['isAssociated', 'catalogueId', 'associationThreshold', 'measurementAssociationResults'],
  MeasurementAssociationResult: ['residual', 'associationValue'],
  MeasurementResidual: ['ra', 'dec'],
  AssociationResult: ['orbitDataType', 'associationMetric'],
  Sensor: ['sensorType', 'sensorCode', 'groundSensorName'],
  NewSensor: ['sensorType', 'sensorCode', 'groundSensorName'],
  Customer: ['userId', 'name', 'balance', 'service_usage_snapshot'],
  Balance: ['available', 'limit', 'transaction_ids'],
  ServiceUsageSnapshot: 'all',
  Order: ['customer-id', 'service-type', 'request-id'],
  Product: ['productId', 'productType'],
  Price: 'all',
  PriceEstimation: 'all',
  Tle: ['noradId', 'epoch', 'tle'],
  TleSet: ['tle_set'],
  Notification: ['id', 'code', 'title', 'message', 'status', 'timestamp', 'state'],
  // The problem document of RFC 9457 with the members of spec §8 (decisions.md 23).
  Problem: 'all',
}
