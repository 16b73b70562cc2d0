/** Regular expressions that may take more than linear time, each with the reason why nobody can make it read a long text. */
export const ALLOWED_PATTERNS: Readonly<Record<string, string>> = {
  '/EOP.*C04|IERS.*C04|INTERNATIONAL EARTH ROTATION/i':
    'The command line reads the first lines of a file that its own user has chosen.',
  '/(?<![\\w.])(splat|single)\\(((?:\\d[\\d.]*(?:e[-+]?\\d+)?|[A-Z][A-Z0-9_]+|Math\\.PI|[-+*/ ])+)\\)/g':
    'It reads our own source while the kernel is built.',
  '/^(\\s*)([A-Z][A-Z0-9_-]*)(\\s*=\\s*)(.*?)(\\s*\\[[^\\]]*\\])?(\\s*)$/':
    'A line of a message has 4,096 characters at most, and is coloured in the browser of its reader.',
  '/^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$/': 'A field of the page that shows our own controls.',
  '/([^/.]+)\\/([^/.]+)(?:\\.(de))?\\.md$/': 'The names of our own guides.',
  '/^(#{1,6})\\s+(.+?)\\s*#*$/': 'A line of our own guides.',
  '/<!--[\\s\\S]*?(?:-->|$)|<(\\/?)([a-z][a-z0-9]*)\\b[^>]*>/gi':
    'A text of at most 10,000 characters, in the browser of its reader.',
}
