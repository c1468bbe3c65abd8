import { Languages, LogOut } from 'lucide-react'
import { signOut } from '@/app/auth/logout/actions'
import { savePreferences } from '@/app/preferences/actions'
import { PageIcon } from '@/components/layout/dashboard-nav'
import { themeIcons } from '@/components/layout/preference-forms'
import type { Command } from '@/components/palette/command'
import { CommandPalette } from '@/components/palette/command-palette'
import { brandedMessages } from '@/lib/brand/brand'
import type { NavigationPage } from '@/lib/http/pages/page-table'
import { formatMessage } from '@/lib/i18n/format'
import { type Locale, locales } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import type { PaletteAction } from '@/lib/web/page-links'
import { type Theme, themes } from '@/lib/web/preferences'

interface ShellPaletteProps {
  locale: Locale
  theme: Theme
  /** The pages in the user's navigation. */
  pages: readonly NavigationPage[]
  actions: readonly PaletteAction[]
  canSearchUsers: boolean
}

/** The dashboard's command palette: its pages, their actions, and the account menu. */
export function ShellPalette({ locale, theme, pages, actions, canSearchUsers }: ShellPaletteProps) {
  const messages = brandedMessages(locale)
  const { commands, shell } = messages
  const pageCommands = pages.map(({ path, title, navigation: { group, icon } }): Command => ({
    id: path,
    label: title(messages),
    detail: group === 'general' ? undefined : shell.groups[group],
    icon: <PageIcon name={icon} />,
    does: { kind: 'open', href: path },
  }))
  return (
    <CommandPalette
      texts={commands}
      locale={locale}
      pages={pageCommands}
      actions={[
        ...actions.map((action) => toCommand(action, commands)),
        ...menuCommands({ locale, theme }),
      ]}
      canSearchUsers={canSearchUsers}
    />
  )
}

function toCommand(
  { label, href, icon, download }: PaletteAction,
  texts: Messages['commands'],
): Command {
  return {
    id: label,
    label: texts.actions[label],
    keywords: texts.keywords[label],
    icon: <PageIcon name={icon} />,
    does: download ? { kind: 'download', href } : { kind: 'open', href },
  }
}

/** The account menu's commands, without those that would change nothing. */
function menuCommands({ locale, theme }: { locale: Locale; theme: Theme }): Command[] {
  const { commands, shell } = brandedMessages(locale)
  const prefer = (fields: Record<string, string>) =>
    ({ kind: 'submit', action: savePreferences, fields, otherwise: '/preferences' }) as const
  return [
    ...themes
      .filter((value) => value !== theme)
      .map((value) => ({
        id: `theme-${value}`,
        label: formatMessage(commands.theme, { name: shell.themeNames[value] }),
        icon: themeIcons[value],
        does: prefer({ theme: value }),
      })),
    ...locales
      .filter((value) => value !== locale)
      .map((value) => ({
        id: `locale-${value}`,
        label: formatMessage(commands.language, { name: shell.languageNames[value] }),
        icon: <Languages aria-hidden />,
        does: prefer({ locale: value }),
      })),
    {
      id: 'sign-out',
      label: shell.signOut,
      keywords: commands.keywords.signOut,
      icon: <LogOut aria-hidden />,
      does: { kind: 'submit', action: signOut, fields: {}, otherwise: '/auth/logout' },
    },
  ]
}
