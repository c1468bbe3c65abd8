import { settings } from '@/lib/config/settings'

/** Where the logos are, by the background that they are made for: twice the same where there is only one. */
export interface Logos {
  light: string
  dark: string
}

/** The addresses of the logos in force; null where there are none, and the built-in mark is shown. Each names its image, so that a new one is not hidden by a cache. */
export function logos(): Logos | null {
  const light = logoId('light')
  const dark = logoId('dark')
  if (!light || !dark) return null
  return { light: address('light', light), dark: address(light === dark ? 'light' : 'dark', dark) }
}

/** The address of the logo that was made for that background; null where there is none, and the other one stands in. */
export function ownLogo(background: 'light' | 'dark'): string | null {
  const { logoLightUploadId: light, logoDarkUploadId: dark } = settings().brand
  const id = background === 'light' ? light : dark
  return id && address(background, id)
}

// The end of an id is its random part.
const address = (background: 'light' | 'dark', id: string) => `/brand/logo-${background}?v=${id.slice(-12)}`

/** The upload that is the logo on that background: the one made for it, else the other one. */
export function logoId(background: 'light' | 'dark'): string | null {
  const { logoLightUploadId: light, logoDarkUploadId: dark } = settings().brand
  return background === 'light' ? (light ?? dark) : (dark ?? light)
}
