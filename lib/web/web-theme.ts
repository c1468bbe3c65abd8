import { cookies } from 'next/headers'
import { themeFrom, type Theme } from '@/lib/web/theme'

/** The theme chosen in this browser (cookie `theme`). */
export async function webTheme(): Promise<Theme> {
  return themeFrom((await cookies()).get('theme')?.value)
}
