/** Display names, frequent ones first: callers pick from the beginning more often. */
export const FIRST_NAMES = words(`
  Maria Anna John James Sofia Michael Laura David Mohamed Elena Thomas Julia Daniel Sarah Martin Emma Alexander Lena
  Peter Marie Lucas Olivia José Ana Paul Carlos Marta Mark Nina Andreas Luis Hannah Stefan Clara Robert Mary Jan Eva
  Ahmed Leon Isabel Max Amelia Matteo Charlotte Felix Mia Antonio Katarina Ivan Lucía Oliver Aisha Simon Jessica Omar
  Zoé Noah Fatima Marco Alice Hugo Sven Ingrid Diego Emily Jonas Chiara Tobias Grace Pablo Ella William Renée Kevin
  Julián Manuel Jennifer Fernando Patricia Rahel Viktor Magdalena Samuel Irina Lars Beatriz Tim Ruth André Sandra
  Malik Vera Rafael Susanne Nikolai Linda Benjamin Agnes Arthur Dorothea Francesco Leila Henrik Barbara Tomás Ulrike
  Philipp Natalia Georg Theresa Marcel Camille Adrian Noemi Yusuf Helena Wei Akira Haruto Yuki Mei Priya Arjun Ravi
  Ananya Rohan Jin Minh Linh Thanh Kwame Amara Chidi Zainab Tariq Farid Nadia Samir Yara Dmitri Olga Sergej Katya
  Piotr Agnieszka Zbigniew Wojciech Małgorzata Jiří Zuzana Ondřej István Zsófia Gábor Ilse Ottilie Quentin Xavier
  Ximena Ursula Valentina Wanda Yolanda Zacharias Hyacinth Ignatius`);

export const LAST_NAMES = words(`
  Smith García Müller Silva Johnson Rossi Martin Nguyen Kim Schmidt Ivanova Williams Fernández Brown Santos Jones
  Schneider López Kowalski Novák Khan Singh Miller Davis Bernard Fischer Martínez Ferrari Wilson Weber Anderson
  Dubois Meyer Rodríguez Taylor Petrov Moreau Wagner Hernández Moore Becker Pereira Jackson Schulz Oliveira Lee
  Hoffmann Bianchi Thompson Koch Costa White Richter Almeida Harris Klein Romano Clark Wolf Ramos Lewis Neumann
  Laurent Robinson Schwarz Ricci Walker Zimmermann Marino Young Braun Greco Allen Hofmann Conti King Krüger Mancini
  Wright Hartmann Simon Scott Lange Torres Hill Krause Navarro Green Lehmann Castillo Adams Maier Delgado Baker Huber
  Ortega Nelson Mayer Herrera Carter Herrmann Medina Mitchell König Vargas Roberts Walter Mendoza Turner Kaiser Rojas
  Phillips Fuchs Aguilar Campbell Scholz Suzuki Parker Möller Tanaka Evans Weiß Watanabe Edwards Jung Yamamoto
  Collins Hahn Nakamura Stewart Vogel Kobayashi Morris Friedrich Sato Murphy Keller Chen Cook Günther Wang Rogers
  Berger Zhang Morgan Roth Liu Cooper Beck Huang Peterson Lorenz Zhao Reed Baumann Patel Bailey Franke Sharma Bell
  Albrecht Gupta Kelly Winter Kumar Howard Sommer Das Ward Haas Okafor Cox Gruber Mensah Diaz Vogt Diallo Richardson
  Brandt Traoré Wood Schuster Hassan Watson Böhm Hussein Brooks Lindström Rahman Bennett Nilsson Chowdhury Gray
  Johansson Farouk James Virtanen Mahmoud Reyes Korhonen Yılmaz Cruz Hansen Kaya Hughes Larsen Demir Price Jensen
  Papadopoulos Myers Andersen Georgiou Long Popescu Foster Ionescu Sanders Szabó Ross Tóth Morales Horváth Powell
  Dvořák Sullivan Svoboda Russell Wiśniewski Ortiz Zieliński Jenkins Wójcik Gutiérrez Kaczmarek Perry Mazur Butler
  Krawczyk Barnes Zwart Quispe Uchida Xu Ybarra`);

/** The same names in their native script. */
export const CYRILLIC_NAMES = words(`
  Мария_Иванова Анна_Смирнова Дмитрий_Кузнецов Елена_Попова Сергей_Соколов Ольга_Лебедева Иван_Козлов Наталья_Новикова
  Алексей_Морозов Татьяна_Волкова Андрей_Соловьёв Юлия_Васильева Михаил_Зайцев Екатерина_Павлова Николай_Голубев
  Світлана_Шевченко Олександр_Бондаренко Ірина_Ткаченко Богдан_Кравчук Оксана_Мельник`).map((name) =>
  name.replace('_', ' '),
);

/** Syllables of invented usernames. */
export const SYLLABLES = words(`
  ka lo mi ra ta ne shi ko zu ma be ri do na fe lu xi po sa ki vo ti ga mo ya le nu pi ro de ha wi jo su ba ze fi la
  cu tri no go blu sky fox cat owl bit dot neo pix max zen ray ice sun kai dax vex qua zy`);

/** The name in small Latin letters. */
export function asciiName(name: string): string {
  const spelled = name.replaceAll('ß', 'ss').replaceAll('ł', 'l').replaceAll('ı', 'i');
  return spelled
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z]/g, '');
}

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}
