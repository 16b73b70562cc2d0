import { join } from 'node:path'

/** Returns the folder of a connection: the name of the organisation is written so that it stays one folder of its own. */
export const folderPath = (exchangeDir: string, tenantId: string, folder: string): string =>
  join(exchangeDir, encodeURIComponent(tenantId).replaceAll('.', '%2E'), folder)
