import type { Messages } from '@/lib/i18n/messages'

/** What people do to their own account: its address, their data, its end. */
export const ownAccount: Messages['ownAccount'] = {
  home: {
    setPassword: 'Parola belirleyin',
    setPasswordText:
      'Bağlı bir hesapla giriş yapıyorsunuz. O hesaba erişemezseniz parola ikinci giriş yolunuz olur.',
  },
}
