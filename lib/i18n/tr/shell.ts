import type { Messages } from '@/lib/i18n/messages'

/** What frames every page: navigation, user menu, footer, preferences. */
export const shell: Messages['shell'] = {
  productLine: 'Servisleriniz için oturum açma, oturum ve yetki yönetimi.',
  skipToContent: 'İçeriğe geç',
  home: 'Gatehouse ana sayfası',
  languageLabel: 'Dil',
  languageNames: { en: 'English', tr: 'Türkçe' },
  themeLabel: 'Tema',
  themeNames: { light: 'Açık', dark: 'Koyu', system: 'Sistem' },
  preferences: 'Tercihler',
  preferencesLead: 'Yalnızca bu tarayıcıda, size özel saklanır.',
  apiReference: 'API belgeleri',
  openNavigation: 'Menüyü aç',
  closeNavigation: 'Menüyü kapat',
  navigation: 'Ana menü',
  accountMenu: 'Hesap menüsü',
  signOut: 'Çıkış yap',
  back: 'Geri',
  groups: { general: 'Genel', account: 'Hesabınız', administration: 'Yönetim' },
  navigationItems: {
    home: 'Ana sayfa',
    profile: 'Profil',
    password: 'Parola',
    connections: 'Bağlı hesaplar',
    security: 'Güvenlik',
    sessions: 'Oturumlar',
    roles: 'Roller',
    permissions: 'İzinler',
    explorer: 'Erişim Gezgini',
    audit: 'Denetim kaydı',
  },
}
