import { getCatalogueObject } from '@apsis/contract/tle/object.ts'
import { bind, type Door } from '../platform/http/bind.ts'
import type { Platform } from '../platform/operation/platform.ts'
import { readCatalogueObject } from './object.service.ts'

export function objectRoutes(door: Door, { db, now }: Pick<Platform, 'db' | 'now'>): void {
  bind(door, getCatalogueObject, ({ caller, params }) => readCatalogueObject({ db, now }, caller, params['norad-id']))
}
