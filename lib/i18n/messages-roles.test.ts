import { expect, it } from 'vitest'
import { SYSTEM_ROLES } from '@/lib/config/permission-catalog'
import { messagesFor, roleDescription } from '@/lib/i18n/messages'

const made = { name: 'Editor', description: 'Edits', isSystem: false }

it("every system role is described in the page's language", () => {
  for (const role of SYSTEM_ROLES) {
    const [english, turkish] = (['en', 'tr'] as const).map((locale) =>
      roleDescription({ ...role, isSystem: true }, messagesFor(locale).roles),
    )
    expect(english).toBe(role.description)
    expect(turkish).not.toBe(role.description)
  }
})

it('a custom role keeps its own description, whatever it is called', () => {
  for (const name of ['Editor', 'constructor', 'Admin'])
    expect(roleDescription({ ...made, name }, messagesFor('tr').roles)).toBe('Edits')
})
