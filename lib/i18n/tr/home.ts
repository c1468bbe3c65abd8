import type { Messages } from '@/lib/i18n/en'

/** The home page, in Turkish. */
export const home: Messages['home'] = {
  title: 'Ana sayfa',
  greeting: 'Merhaba, {name}',
  greetingPlain: 'Merhaba',
  emailVerified: 'E-posta adresiniz doğrulandı.',
  lead: 'Hesabınıza genel bakış.',
  leadService: 'Hizmetinize genel bakış.',
  users: {
    title: 'Kullanıcılar',
    total: 'Kullanıcılar',
    totalNote: 'Hizmet hesapları hariç',
    deletedNote: {
      one: 'Ayrıca {count} silinmiş hesap',
      other: 'Ayrıca {count} silinmiş hesap',
    },
    active: 'Etkin',
    activeNote: 'Tüm kullanıcılara oranı: {percent}',
    pending: 'Bekleyen',
    pendingNote: 'Davet edilmiş, doğrulanmamış veya onay bekleyen',
    secondFactor: 'İki adımlı doğrulama',
    secondFactorNote: 'Etkin kullanıcılar içinde: {count} / {active}',
  },
  health: {
    title: 'E-posta ve arka plan işleri',
    lead: 'Güncel durum ve son 7 gündeki hatalar.',
    mail: 'E-posta',
    senders: { smtp: 'SMTP sunucusu', resend: 'Resend hizmeti', log: 'Yalnızca sunucu günlüğü' },
    from: 'Gönderen: {address}',
    noSender:
      'E-postalar gönderilmek yerine sunucu günlüğüne yazılıyor. SMTP_URL veya RESEND_API_KEY değişkenini ayarlayın ya da e-posta ayarlarını kullanın.',
    mailOk: 'Gönderim sorunu yok.',
    retrying: {
      one: '{count} e-posta yeniden deneniyor.',
      other: '{count} e-posta yeniden deneniyor.',
    },
    failed: { one: '{count} e-posta gönderilemedi.', other: '{count} e-posta gönderilemedi.' },
    lastError: 'Son hata',
    seeLog: 'Ayrıntılar sunucu günlüğünde.',
    queue: 'Arka plan işleri',
    waiting: { one: '{count} iş bekliyor', other: '{count} iş bekliyor' },
    onTime: 'İşler zamanında çalışıyor.',
    behind: 'İşler gecikiyor. En eski iş şu zamandan beri bekliyor: {time}.',
    noneFailed: 'Başarısız iş yok.',
    jobsFailed: { one: '{count} iş başarısız oldu.', other: '{count} iş başarısız oldu.' },
    states: { ok: 'Sorun yok', attention: 'Dikkat gerektiriyor' },
  },
  checklist: {
    title: 'Yayına almadan önce',
    lead: { one: '{count} adım kaldı', other: '{count} adım kaldı' },
    done: 'Tamamlandı',
    open: 'Yapılacak',
    steps: {
      mail_sender: {
        title: 'E-postayı yapılandırın',
        text: 'E-posta olmadan kullanıcılar adreslerini doğrulayamaz veya parolalarını sıfırlayamaz. SMTP_URL veya RESEND_API_KEY değişkenini ayarlayın ya da e-posta ayarlarını kullanın.',
      },
      https: {
        title: '{product} hizmetini HTTPS üzerinden sunun',
        text: 'APP_BASE_URL değişkenine bir https adresi yazın. Böylece çerezler yalnızca şifreli bağlantılarla gönderilir.',
      },
      second_administrator: {
        title: 'İkinci bir yönetici ekleyin',
        text: 'Biriniz müsait olmadığında veya cihazını kaybettiğinde erişiminiz sürsün.',
      },
      api_call: {
        title: 'İlk API çağrısını yapın',
        text: 'Uygulamalarınızın yapacağı gibi POST /api/v1/auth/login ile oturum açın.',
      },
    },
    openMailSettings: 'E-posta ayarlarını aç',
    inviteAdministrator: 'Yönetici davet et',
    openReference: 'API belgelerini aç',
  },
  steps: {
    title: 'Önerilen adımlar',
    name: 'Adınızı ekleyin',
    nameText: 'E-posta adresiniz yerine adınız gösterilir.',
    secondFactor: 'İki adımlı doğrulamayı kurun',
    secondFactorText: 'Parolanızı başka biri öğrense bile telefonunuzdaki kod hesabınızı korur.',
    password: 'Parola belirleyin',
    passwordText:
      'Parolasız oturum açıyorsunuz. Parolanız olursa diğer oturum açma yöntemlerine erişiminizi kaybettiğinizde de oturum açabilirsiniz.',
    fewCodes: {
      one: '{count} kurtarma kodunuz kaldı',
      other: '{count} kurtarma kodunuz kaldı',
    },
    fewCodesText: 'Bitmeden yenilerini oluşturun.',
  },
  account: {
    title: 'Hesabınız',
    email: 'E-posta adresi',
    roles: 'Roller',
    secondFactor: 'İki adımlı doğrulama',
    on: 'Açık',
    off: 'Kapalı',
    memberSince: 'Üyelik tarihi',
  },
  sessions: {
    title: 'Etkin oturumlar',
    count: { one: '{count} oturum', other: '{count} oturum' },
    lastUsed: 'Son kullanım: {time}',
    all: 'Tüm oturumlar',
  },
  inbox: {
    title: 'Gelen kutusu',
    unread: { one: '{count} okunmamış mesaj', other: '{count} okunmamış mesaj' },
    nothing: 'Okunmamış mesaj yok.',
    all: 'Gelen kutusunu aç',
  },
}
