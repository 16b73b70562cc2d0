/** Returns the text below a saved picture: what it shows and how exactly, the sources with the instant, and the address. */
export const footOfPicture = (
  isSimulated: boolean,
  [count, how, sources]: readonly [count: string, how: string | undefined, sources: string],
): string => {
  const shown = [count, how].filter(Boolean).join('. ')
  return [isSimulated ? `SIMULATED. ${shown}` : shown, sources, location.href].join('\n')
}
