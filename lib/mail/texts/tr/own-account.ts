import type { OwnAccountMails } from '@/lib/mail/texts/mail-texts'

/** The mails about what people do to their own account, in Turkish. */
export const ownAccountMails: OwnAccountMails = {
  confirm_email_change: {
    subject: 'Yeni e-posta adresinizi doğrulayın',
    before: [
      'Biri bu adresi {host} hesabında kullanmak istiyor. Bunu siz istediyseniz doğrulayın: bundan sonra bu adresle giriş yaparsınız, iletiler de buraya gelir.',
    ],
    button: 'Yeni adresi doğrula',
    after: [
      'Bağlantı bir kez çalışır ve {life} geçerlidir.',
      'Orada hesabınız yok mu, bunu siz istemediniz mi? O zaman bir şey yapmanız gerekmez: siz doğrulamadan hiçbir şey değişmez.',
    ],
    why: 'Bu iletiyi, bu adres bir {host} hesabının yeni adresi olarak verildiği için aldınız.',
  },
  email_change_requested: {
    subject: 'E-posta adresiniz değiştirilmek isteniyor',
    before: [
      '{host} hesabınıza başka bir e-posta adresi verilmek isteniyor. Yeni adrese bir bağlantı gönderildi; bağlantı açılana kadar hiçbir şey değişmez. Bunu siz istediyseniz burada yapmanız gereken bir şey yok.',
      'Siz değil miydiniz? O zaman hemen yeni bir parola belirleyin. Böylece değişiklik durur ve herkesin oturumu kapatılır. Yeni adres doğrulandıktan sonra size yalnızca {host} yöneticisi yardım edebilir.',
    ],
    button: 'Bunu ben yapmadım',
    after: ['Bu yolla hesabınıza giremezseniz {host} yöneticisine başvurun.'],
    why: 'Bu iletiyi, {host} hesabınızın güvenliğini ilgilendirdiği için aldınız.',
  },
  address_wanted: {
    subject: 'Zaten bir hesabınız var',
    before: [
      'Bu adres başka bir {host} hesabının e-posta adresi yapılmak istendi, ancak adresin zaten bir hesabı var: sizinki. Hiçbir şey değişmedi. Bunu yapan sizseniz iki hesabınız var: buna giriş yapın veya diğeri için başka bir adres seçin.',
    ],
    button: 'Giriş yap',
    after: [
      'Parolanızı mı unuttunuz? Yenisini belirleyin: {forgotUrl}',
      'Siz değil miydiniz? O zaman bir şey yapmanız gerekmez: kimse giremedi ve hesabınız olduğu kimseye söylenmedi.',
    ],
    why: 'Bu iletiyi, {host} üzerinde bu adres kullanılmak istendiği için aldınız.',
  },
  account_deleted: {
    subject: 'Hesabınız silindi',
    before: [
      '{host} hesabınız, hesabın içinden gelen istek üzerine silindi. Tüm cihazlarda oturum kapatıldı ve artık hesaba kimse giriş yapamaz. Bunu siz istediyseniz başka bir şey yapmanız gerekmez.',
      'Siz değil miydiniz? O zaman hemen {host} yöneticisine başvurun: bir yönetici hesabı geri getirebilir.',
    ],
    button: 'Siteyi aç',
    after: ['Adres ayrılmış kalır: başka kimse bu adresle kaydolamaz.'],
    why: 'Bu iletiyi, {host} hesabınızı ilgilendirdiği için aldınız.',
  },
}
