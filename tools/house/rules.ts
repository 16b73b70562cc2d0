import { noCircles } from './circles.ts'
import { citations } from './citations.ts'
import { oneCollection } from './collection.ts'
import { dependencyList, exactVersions, portableLock } from './dependencies.ts'
import { clocks, effects, environment, oneClient, oneWayOut, pureMembers } from './doors.ts'
import { exportsUsed } from './exports.ts'
import { roomFaces } from './faces.ts'
import { memberImports, noBarrels, relativeImports } from './imports.ts'
import { fewJourneys } from './journeys.ts'
import { serverLayers, webLayers } from './layers.ts'
import { literalFields } from './literals.ts'
import { missingNumbers } from './missing-numbers.ts'
import { fileNames } from './names.ts'
import { linearPatterns } from './patterns.ts'
import { records } from './records.ts'
import { looseTests, roomOrder, screensApart } from './rooms.ts'
import { silence } from './silence.ts'
import { memberCeilings, noCrumbs } from './sizes.ts'
import { noQueryBuilder, sqlInRepositories, withdrawnMessages } from './sql.ts'
import { erasableOnly, honestTests, memberConfigured, noDefaultExports, noMachines, noPromises } from './text.ts'
import { oneSetOfTimes } from './times.ts'
import { namedTolerances } from './tolerances.ts'
import { tourPaths } from './tour.ts'
import type { Rule } from './tree.ts'
import { functionNames, typeNames } from './type-names.ts'
import { endpointPaths, jobNames, pagePaths } from './urls.ts'
import { oneWriting } from './writing.ts'

/** The house rules, all of them. */
export const RULES: readonly Rule[] = [
  memberImports,
  relativeImports,
  noBarrels,
  serverLayers,
  webLayers,
  noCircles,
  roomOrder,
  roomFaces,
  noCrumbs,
  screensApart,
  looseTests,
  fileNames,
  typeNames,
  functionNames,
  memberCeilings,
  endpointPaths,
  jobNames,
  pagePaths,
  dependencyList,
  exactVersions,
  portableLock,
  tourPaths,
  citations,
  records,
  sqlInRepositories,
  noQueryBuilder,
  withdrawnMessages,
  environment,
  oneClient,
  oneWayOut,
  clocks,
  pureMembers,
  oneCollection,
  fewJourneys,
  missingNumbers,
  exportsUsed,
  literalFields,
  oneSetOfTimes,
  effects,
  erasableOnly,
  noDefaultExports,
  honestTests,
  namedTolerances,
  noMachines,
  noPromises,
  silence,
  linearPatterns,
  oneWriting,
  memberConfigured,
]
