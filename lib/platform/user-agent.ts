/** What a User-Agent header says, as far as it is known. Names come from this file, never from the header. */
export interface ClientDevice {
  program: string | null
  system: string | null
  form: 'phone' | 'tablet' | 'desktop' | 'program'
}

// Order matters: Edge and Opera call themselves Chrome, Chrome calls itself Safari.
const BROWSERS: readonly (readonly [string, RegExp])[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\b(?:OPR|Opera|OPiOS)\//],
  ['Vivaldi', /\bVivaldi\//],
  ['Yandex', /\bYaBrowser\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
]
const PROGRAMS: readonly (readonly [string, RegExp])[] = [
  ['curl', /^curl\//],
  ['Wget', /^Wget\//],
  ['Postman', /^PostmanRuntime\//],
  ['Insomnia', /^insomnia\//],
  ['OkHttp', /^okhttp\//],
  ['Dart', /^Dart\//],
  ['Python', /^python-|^Python\//],
  ['Go', /^Go-http-client\//],
  ['Java', /^Java\//],
  ['Node.js', /^(?:node|undici)\b/],
  ['iOS app', /\bCFNetwork\//],
]
const SYSTEMS: readonly (readonly [string, RegExp, ClientDevice['form']])[] = [
  ['iPhone', /\biPhone\b/, 'phone'],
  ['iPad', /\biPad\b/, 'tablet'],
  ['Android', /\bAndroid\b.*\bMobile\b/, 'phone'],
  ['Android', /\bAndroid\b/, 'tablet'],
  ['Windows', /\bWindows\b/, 'desktop'],
  ['ChromeOS', /\bCrOS\b/, 'desktop'],
  ['macOS', /\b(?:Mac OS X|Macintosh)\b/, 'desktop'],
  ['Linux', /\bLinux\b/, 'desktop'],
]

/** Names the program and the system behind a User-Agent header. Of an unknown or missing one both are null. */
export function readUserAgent(userAgent: string | null): ClientDevice {
  const head = (userAgent ?? '').slice(0, 500)
  const browser = BROWSERS.find(([, form]) => form.test(head))?.[0]
  const program = PROGRAMS.find(([, form]) => form.test(head))?.[0]
  const [system, , form] = SYSTEMS.find(([, pattern]) => pattern.test(head)) ?? [null, null, null]
  return {
    program: browser ?? program ?? null,
    system,
    form: program && !browser ? 'program' : (form ?? 'program'),
  }
}
