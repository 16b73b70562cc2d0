/** The settings of a page with a separate database. They are the settings of the demo, because most page tests use its accounts. */
export const SETTINGS: Readonly<Record<string, string>> = {
  APSIS_DEV_MODE: 'true',
  APSIS_DEMO_FLEET: 'true',
  APSIS_DELIVERY_LOOPBACK: 'true',
}
