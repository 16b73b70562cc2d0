import { getCatalogue, getCatalogueElements } from '@apsis/contract/tle/catalogue.ts'
import { bind, bindKept, type Door } from '../platform/http/bind.ts'
import type { Platform } from '../platform/operation/platform.ts'
import { readCatalogueContent } from './catalogue-content.service.ts'
import { readCatalogueElements } from './catalogue-elements.service.ts'

export function catalogueRoutes(door: Door, { db, now }: Pick<Platform, 'db' | 'now'>): void {
  bind(door, getCatalogue, () => readCatalogueContent(db, now()))
  bindKept(door, getCatalogueElements, () => readCatalogueElements(db))
}
