import * as contract from '@apsis/contract/duty/alarm.ts'
import { bind, type Door } from '../../platform/http/bind.ts'
import type { Platform } from '../../platform/operation/platform.ts'
import { chainClock } from '../plan/moved-clock.ts'
import * as service from './alarm.service.ts'

export function dutyAlarmRoutes(door: Door, { db, now, config }: Pick<Platform, 'db' | 'now' | 'config'>): void {
  const chainNow = chainClock(now, config.dutyClockFile)
  bind(door, contract.getDutyAlarm, ({ caller, params }) =>
    service.getAlarm(db, caller, { conjunctionId: params['conjunction-id'], now: now(), chainNow: chainNow() }),
  )
  bind(door, contract.passDutyAlarm, ({ caller, params, body, requestId }) =>
    service.passAlarm(db, caller, {
      conjunctionId: params['conjunction-id'],
      note: body.note,
      requestId,
      now: now(),
      chainNow: chainNow(),
    }),
  )
}
