import * as contract from '@apsis/contract/odt/pass/passprediction.ts'
import { bind, type Door } from '../../platform/http/bind.ts'
import type { Platform } from '../../platform/operation/platform.ts'
import { keepAnswers } from './kept-answers.ts'
import * as service from './passprediction.service.ts'

export function passpredictionRoutes(door: Door, { db, now, config }: Pick<Platform, 'db' | 'now' | 'config'>): void {
  const platform = { db, now, isSimulationAllowed: config.demoFleet, kept: keepAnswers<contract.PassPrediction[]>(now) }
  bind(door, contract.predictPasses, ({ caller, query, signal }) =>
    service.predictPasses(platform, { caller, signal }, query),
  )
  bind(door, contract.predictPassesOfMessage, ({ caller, query: search, body: message, signal }) =>
    service.predictPassesOfMessage(platform, { caller, signal }, { search, message }),
  )
}
