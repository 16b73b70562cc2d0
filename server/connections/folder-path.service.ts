import { join } from 'node:path'

/** Returns the folder of a connection; the organisation's name is encoded, so that it is always exactly one folder. */
export const folderPath = (exchangeDir: string, tenantId: string, folder: string): string =>
  join(exchangeDir, encodeURIComponent(tenantId).replaceAll('.', '%2E'), folder)
