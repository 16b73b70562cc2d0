import { getCatalogue } from '@apsis/contract/tle/catalogue.ts'
import { bind, type Door } from '../platform/http/bind.ts'
import type { Platform } from '../platform/operation/platform.ts'
import { readCatalogueContent } from './catalogue-content.service.ts'

export function catalogueRoutes(door: Door, { db, now }: Pick<Platform, 'db' | 'now'>): void {
  bind(door, getCatalogue, () => readCatalogueContent(db, now()))
}
