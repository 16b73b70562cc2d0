import * as contract from '@apsis/contract/ca/report/calendar.ts'
import { bind, bindFile, type Door } from '../../platform/http/bind.ts'
import * as service from './calendar.service.ts'

export function calendarRoutes(door: Door, platform: service.CalendarPlatform): void {
  bind(door, contract.getManoeuvreCalendar, ({ caller }) => service.getCalendar(platform, caller))
  bind(door, contract.createManoeuvreCalendar, ({ caller: owner, requestId }) =>
    service.createCalendar(platform, { owner, requestId }),
  )
  bind(door, contract.removeManoeuvreCalendar, async ({ caller: owner, requestId }) => {
    await service.deleteCalendar(platform, { owner, requestId })
    return undefined
  })
  bindFile(door, contract.getManoeuvreCalendarFile, async ({ params }) => ({
    mediaType: 'text/calendar',
    name: 'burns.ics',
    isInline: true,
    bytes: Buffer.from(await service.readCalendar(platform, params['calendar-token'])),
  }))
}
