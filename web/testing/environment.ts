/** The settings of a page with a database of its own. They are those of the demo, as most pages are for its accounts. */
export const SETTINGS: Readonly<Record<string, string>> = {
  APSIS_DEV_MODE: 'true',
  APSIS_DEMO_FLEET: 'true',
  APSIS_DELIVERY_LOOPBACK: 'true',
}
