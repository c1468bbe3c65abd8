import type { Messages } from '@/lib/i18n/en'

export const userImport: Messages['userImport'] = {
  title: 'Kullanıcıları içe aktar',
  lead: 'Bir CSV veya JSON dosyası yükleyin. İçe aktarma arka planda sürer; bu sayfadan ayrılabilirsiniz.',
  file: 'Dosya',
  fileHint: 'UTF-8 kodlu CSV, JSON veya NDJSON; en fazla 10 MB ve 200.000 satır.',
  dryRun: 'Deneme çalıştırması',
  dryRunHint:
    'Hesap oluşturmadan her satırı kontrol eder. Kabul edilen satırları sonra içe aktarabilirsiniz.',
  submit: 'Dosya yükle',
  chooseFile: 'Bir dosya seçin.',
  underWay: 'Üç içe aktarmanız sürüyor. Birinin tamamlanmasını bekleyin.',
  help: {
    title: 'Dosya biçimi',
    lead: 'CSV dosyasının ilk satırında sütun adları istediğiniz sırayla yer alır. Yalnızca email zorunludur. Değerleri virgül veya noktalı virgülle ayırın; tırnak içindeki değerlerde tırnak işaretini iki kez yazın.',
    email: 'Kullanıcının e-posta adresi. Zorunlu.',
    name: 'Kullanıcının adı.',
    locale: 'E-postalarının dili: en veya tr.',
    email_verified:
      'true veya false. Doğrulanmış kullanıcılar hemen etkin olur. Diğerleri, adreslerini doğrulayana kadar “Bekliyor” durumunda kalır.',
    status: 'active, pending veya deactivated. Boşsa email_verified değerine göre belirlenir.',
    roles: 'Rol adları; CSV’de | ile ayrılır. Boşsa user. Sizde olmayan izinleri atayamazsınız.',
    password_hash:
      'bcrypt ($2a$, $2b$, $2y$), Argon2id (PHC biçimi), PBKDF2 veya Firebase scrypt. İlk oturum açmada daha güçlü bir özetle değiştirilir. Asla düz metin parola kullanmayın.',
    noMail:
      'İçe aktarma e-posta göndermez. Tamamlandıktan sonra parolası olmayan herkesi davet edebilirsiniz.',
    exampleCsv: 'Örnek CSV',
    exampleNdjson: 'Örnek NDJSON',
  },
  recent: 'Son içe aktarmalar',
  noneYet: 'Henüz içe aktarma yok. Başlatmak için bir dosya yükleyin.',
  unnamed: 'Adsız dosya',
  columns: {
    file: 'Dosya',
    status: 'Durum',
    created: 'Oluşturulan',
    refused: 'Reddedilen',
  },
  kinds: { real: 'İçe aktarma', dryRun: 'Deneme çalıştırması' },
  statuses: {
    queued: 'Sırada',
    running: 'Sürüyor',
    completed: 'Tamamlandı',
    stopped: 'Durduruldu',
  },
  detail: {
    title: 'Kullanıcı içe aktarması',
    dryTitle: 'İçe aktarma denemesi',
    back: 'Tüm içe aktarmalar',
    about: '{file}, yükleme: {time}',
    progress: 'İlerleme',
    of: '{processed} / {total} satır işlendi',
    refresh: 'Yenile',
    wouldCreate: 'Oluşturulacak',
    notReached: 'İşlenmeyen',
    clean: 'Tüm satırlar içe aktarılabilir. Henüz hiçbir şey oluşturulmadı.',
    someRefused: {
      one: '{count} satır reddedildi. Diğerlerini şimdi içe aktarın ya da dosyayı düzeltip yeniden yükleyin.',
      other:
        '{count} satır reddedildi. Diğerlerini şimdi içe aktarın ya da dosyayı düzeltip yeniden yükleyin.',
    },
    allRefused: 'Tüm satırlar reddedildi. Dosyayı düzeltip yeniden yükleyin.',
    runNow: { one: '{count} hesabı içe aktar', other: '{count} hesabı içe aktar' },
    runTitle: {
      one: '{count} hesap içe aktarılsın mı?',
      other: '{count} hesap içe aktarılsın mı?',
    },
    runText: 'Dosyadaki hesapları oluşturur. Bunu tek adımda geri alamazsınız.',
    runRefused: {
      one: 'Reddedilen {count} satır atlanır.',
      other: 'Reddedilen {count} satır atlanır.',
    },
    cancel: 'Vazgeç',
    keptUntil: 'Satırları {time} tarihine kadar içe aktarabilirsiniz.',
    done: 'İçe aktarma tamamlandı.',
    doneNothing: 'İçe aktarma tamamlandı. Hiçbir hesap oluşturulmadı.',
    stop: 'İçe aktarmayı durdur',
    stopTitle: 'Bu içe aktarma durdurulsun mu?',
    stopText:
      'Şimdiye kadar oluşturulan hesaplar korunur. Kalan satırlar içe aktarılmadan silinir.',
    stopDryText: 'Kalan satırlar kontrol edilmeden silinir. Hiçbir hesap oluşturulmadı.',
    ended: 'Bu içe aktarma zaten sona erdi.',
    stopped: {
      cancelled: 'Bir kullanıcı durdurdu. Yalnızca burada sayılan satırlar işlendi.',
      actor_not_active:
        'Başlatan kullanıcı artık etkin olmadığı için durduruldu. Yalnızca burada sayılan satırlar işlendi.',
      permission_lost:
        'Başlatan kullanıcı gerekli bir izni kaybettiği için durduruldu. Yalnızca burada sayılan satırlar işlendi.',
      account_reclaimed:
        'Başlatan hesabın sahibi bir oturumu bildirdiği veya hesabı geri aldığı için durduruldu. Yalnızca burada sayılan satırlar işlendi.',
      backup_restored:
        'Bir yedek geri yüklendiği için durduruldu. Yalnızca burada sayılan satırlar işlendi.',
      internal_error:
        'Bir iç hata nedeniyle durduruldu. Ayrıntılar için sunucu günlüğüne bakın. Yalnızca burada sayılan satırlar işlendi.',
    },
    conflict:
      'Bu satırlar zaten içe aktarıldığı veya silindiği için artık içe aktarılamaz. Dosyayı yeniden yükleyin.',
    refusedTitle: 'Reddedilen satırlar',
    refusedLead: 'Satır numaralarına başlık satırı dahil değildir.',
    firstOf: 'İlk {shown} satır gösteriliyor (toplam {count}). Tümünü görmek için dosyayı indirin.',
    downloadCsv: 'CSV indir',
    downloadNdjson: 'NDJSON indir',
    row: 'Satır',
    email: 'E-posta adresi',
    column: 'Sütun',
    wholeRow: 'Satırın tamamı',
    why: 'Neden',
  },
  contents: {
    uploader: 'Yükleyen',
    operator: 'Sunucu komut satırı',
    verified: 'Doğrulanmış adresler',
    withPassword: 'Parolası olanlar',
    withRoles: 'user dışında rolü olanlar',
    notCounted: 'Sayılmadı',
    proven:
      'Dosyayı içe aktarırsanız doğrulanmış adreslerin bu kullanıcılara ait olduğu kabul edilecek. Dosyadaki bir parolayı bilen herkes ilgili hesabı kullanabilir. Dosyayı yalnızca içeriğinin kaynağını biliyorsanız içe aktarın.',
    unproven:
      'Dosyayı içe aktarırsanız doğrulanmış adreslerin bu kullanıcılara ait olduğu kabul edilmeyecek; bunun için dosyanın yöneticiler tarafından yüklenmesi ve içe aktarılması gerekir. Bir kullanıcı adresin kendisine ait olduğunu sonradan kanıtladığında hesabın parolası, diğer oturum açma yöntemleri, API anahtarları ve telefon numarası kaldırılır, oturumları kapatılır.',
  },
  invitations: {
    title: 'Davetler',
    lead: {
      one: 'İçe aktarma, parolası olmayan {count} hesap oluşturdu.',
      other: 'İçe aktarma, parolası olmayan {count} hesap oluşturdu.',
    },
    invite: { one: '{count} kullanıcıyı davet et', other: '{count} kullanıcıyı davet et' },
    question: {
      one: '{count} kullanıcı davet edilsin mi?',
      other: '{count} kullanıcı davet edilsin mi?',
    },
    consequence:
      'Her kullanıcıya, nasıl parola belirleyeceğini anlatan tek bir e-posta gider. E-postalar arka planda gönderilir. Gönderilen e-postaları geri alamazsınız.',
    conflict:
      'İçe aktarma tamamlanmadığı veya herkesin zaten parolası olduğu için kimse davet edilmedi.',
    progress: 'Davetler',
    of: '{invited} / {total} kullanıcı davet edildi.',
    refresh: 'Yenile',
    done: { one: '{count} kullanıcı davet edildi.', other: '{count} kullanıcı davet edildi.' },
    leftOut: {
      one: '{count} kullanıcı atlandı: Zaten oturum açabiliyor, artık etkin değil veya sizde olmayan izinleri var.',
      other:
        '{count} kullanıcı atlandı: Zaten oturum açabiliyor, artık etkin değil veya sizde olmayan izinleri var.',
    },
    stopped: {
      actor_not_active: 'Davetleri başlatan kullanıcı artık etkin olmadığı için durduruldu.',
      permission_lost:
        'Davetleri başlatan kullanıcı artık kullanıcı davet edemediği için durduruldu.',
      account_reclaimed:
        'Davetleri başlatan hesabın sahibi bir oturumu bildirdiği veya hesabı geri aldığı için durduruldu.',
      backup_restored:
        'Bir yedek geri yüklendiği için durduruldu. Yedek alındıktan sonra başka kullanıcılar da davet edilmiş olabilir.',
      internal_error: 'Bir iç hata nedeniyle durduruldu. Ayrıntılar için sunucu günlüğüne bakın.',
    },
  },
  reasons: {
    required: 'Değer eksik',
    invalid_type: 'Yanlış tür',
    invalid_email: 'Geçersiz e-posta adresi',
    too_long: 'Çok uzun',
    invalid_characters: 'İzin verilmeyen karakterler içeriyor',
    not_supported: 'Değer desteklenmiyor',
    unsupported_hash: 'Parola özeti desteklenmiyor',
    status_conflict: 'Durum ile email_verified çelişiyor',
    duplicate_row: 'Önceki bir satırda aynı e-posta adresi var',
    email_taken: 'Bu e-posta adresi başka bir hesaba ait',
    unknown_role: 'Bu adda rol yok',
    insufficient_permission: 'Yalnızca user rolünü atayabilirsiniz',
    privilege_escalation: 'Bir rolde sizde olmayan izinler var',
  },
  faults: {
    not_utf8: 'Dosya UTF-8 değil. “CSV UTF-8” olarak kaydedip yeniden yükleyin.',
    empty_file: 'Dosyada satır yok. En az bir satır ekleyin.',
    too_many_rows: 'Dosyada 200.000’den fazla satır var. Daha küçük dosyalara bölün.',
    malformed_csv:
      'Dosya geçerli bir CSV değil. Tırnak işaretlerini ve ayırıcıları kontrol edip yeniden yükleyin.',
    malformed_json: 'Dosya geçerli bir JSON değil. Söz dizimini kontrol edip yeniden yükleyin.',
    not_an_array:
      'Dosya bir liste değil. Bir JSON dizisi ya da her satırında bir nesne olan bir .ndjson dosyası yükleyin.',
    row_too_long: 'Bir satır 100.000 karakterden uzun. Kısaltın.',
    not_an_object: 'Bir satır JSON nesnesi değil. Her kullanıcıyı örnekteki gibi yazın.',
    unknown_column: '“{column}” sütunu bilinmiyor. Yeniden adlandırın veya kaldırın.',
    duplicate_column: '“{column}” sütunu iki kez geçiyor. Birini kaldırın.',
    missing_column: '“{column}” sütunu eksik. İlk satırda sütun adlarını belirtin.',
    atRow: '{row}. satır: {fault}',
  },
}
