/** The size of the corpus. Each size includes the packages of the smaller ones. */
export type CorpusSize = 'small' | 'middle' | 'large';

/** A package whose published archive contains its TypeScript sources. */
export interface CorpusPackage {
  /** Name and exact version in npm notation. */
  readonly spec: string;
  /** The integrity hash of the archive, from npm. */
  readonly integrity: string;
  /** The folder of the sources in the archive; empty for the whole archive. */
  readonly sources: string;
  /** The smallest corpus that includes it. */
  readonly from: CorpusSize;
  /** How other packages import it: patterns for `paths` of a tsconfig, with their targets in the archive. */
  readonly paths: Readonly<Record<string, string>>;
}

/** Libraries, applications, an editor and generated clients, with at least 250, 2,000 and 10,000 .ts and .tsx files. */
export const CORPUS_PACKAGES: readonly CorpusPackage[] = [
  {
    spec: 'rxjs@7.8.2',
    integrity: 'sha512-dhKf903U/PQZY6boNNtAGdWbG85WAbjT/1xYoZIC7FAY0yWapOBQVsVrDl58W86//e1VpMNBtRV4MaXfdMySFA==',
    sources: 'src',
    from: 'small',
    paths: { rxjs: 'src/index.ts', 'rxjs/operators': 'src/operators/index.ts' },
  },
  {
    spec: 'matrix-react-sdk@3.114.0',
    integrity: 'sha512-LeHJx54SksTAKtf53mXEpp9smrw9hiEyhGRJhV9I2ZN1gFewhfit9Ey8tnqCJnag//0giTm+l4RKl86XUiotRA==',
    sources: 'src',
    from: 'middle',
    paths: {},
  },
  {
    spec: 'matrix-js-sdk@34.9.0',
    integrity: 'sha512-Fm/2uKFgVthk04GcEcXvb+I8PquPyupDCoAipVz+TE4FfVR0gPgem/vxfQPqy7Ejwvx9ClCP2B6giqcQVj1aqQ==',
    sources: 'src',
    from: 'middle',
    paths: { 'matrix-js-sdk/src/*': 'src/*' },
  },
  {
    spec: 'tldraw@5.4.2',
    integrity: 'sha512-hAVjY+X2gln1ogVYkUMC2cee+J5hrAKZbl0WIpKm4HpLsAFdwqVrKzi6UZ8TONOfe4rDgq0+IyHfIn1+XPrHtw==',
    sources: 'src',
    from: 'middle',
    paths: { tldraw: 'src/index.ts' },
  },
  {
    spec: '@tldraw/editor@5.4.2',
    integrity: 'sha512-B+KJOjq07w2MknOFp5NhCGzzuI64NRRILDZrBXbZUysrbeEpnGJPYY1M0jdrll5D99X85FuiqALeCvgYBO+2Uw==',
    sources: 'src',
    from: 'middle',
    paths: { '@tldraw/editor': 'src/index.ts' },
  },
  {
    spec: 'sanity@3.60.0',
    integrity: 'sha512-KOEayCRKVx09CfC0snW3UPhpe2nMLKf6xRG5sA8/8PpRVm3u98aj3VvpMx32+xpVGzlfL7Yt3Pn8Ak+5dOmO+g==',
    sources: 'src',
    from: 'large',
    paths: { sanity: 'src/_exports/index.ts', 'sanity/*': 'src/_exports/*.ts' },
  },
  {
    spec: '@theia/core@1.75.0',
    integrity: 'sha512-ywAQmsCuwKgf3+HId8/ic4WEzftNoukxVpFJXeVgJj64Ze16A0ixyFdmBTyjfngol4PLjs27Bx2/nk/eJYuuYg==',
    sources: 'src',
    from: 'large',
    paths: { '@theia/core': 'src/common/index.ts', '@theia/core/lib/*': 'src/*' },
  },
  {
    spec: '@theia/plugin-ext@1.75.0',
    integrity: 'sha512-mC9HXlhHyszyP0GoJeua+lb4amnKOYk/yYBri7fMOiFun0ll3I8JjFH2A23bzlQtfoZ5E3i9a+Nt/pFeVkkJtQ==',
    sources: 'src',
    from: 'large',
    paths: { '@theia/plugin-ext/lib/*': 'src/*' },
  },
  {
    spec: '@theia/monaco@1.75.0',
    integrity: 'sha512-KfNYePuat6Bdn+mPy9Sq+BzAXEThB9dBqhNSFvonTbbr4L9+RuWZqdrUNDeRFI4G5Y0XsWDh/YgYKGCQI9/8XA==',
    sources: 'src',
    from: 'large',
    paths: { '@theia/monaco/lib/*': 'src/*' },
  },
  {
    spec: '@theia/debug@1.75.0',
    integrity: 'sha512-EVMnObqzhfGfQLy9NcRiReg4wdB6dF4to7r9G0VaBsO+BDT37l/29/21N35aN1jwWDiyB17GqsOxtCpxxZw8kA==',
    sources: 'src',
    from: 'large',
    paths: { '@theia/debug/lib/*': 'src/*' },
  },
  {
    spec: 'viem@2.57.20',
    integrity: 'sha512-LSvREzKT7xFXpmxW2YFJ/OtcZRkSGLp5zywSgadBf0qQCeqh2+FxHHWyrS2zEG7ZfBWQQvk8HI1i4HPzSMD14g==',
    sources: '',
    from: 'large',
    paths: { viem: 'index.ts' },
  },
  {
    spec: 'effect@4.1.0',
    integrity: 'sha512-lGx2MJJyrXA8RZb2UpQ/0Nkb5Utaimby7oD92+18noBxLPE85IFOvptdzau8dvcxAOwfwHo9iqapbKeFzqQM/Q==',
    sources: 'src',
    from: 'large',
    paths: { effect: 'src/index.ts', 'effect/*': 'src/*.ts' },
  },
  {
    spec: 'maplibre-gl@6.17.0',
    integrity: 'sha512-2chIZwpLGenoUQOcnm9Pk4SLbA8ppNFq8jlpXiq9vcYm3Y1wJ3fc82FL0GLwBaPYJCLzPv/mC46KEupVov75rQ==',
    sources: 'src',
    from: 'large',
    paths: {},
  },
  {
    spec: '@wordpress/components@41.0.0',
    integrity: 'sha512-phVMPF/vfxOX6LZKXb7HUPRrEwVIWqAkuKoaIjRPB1JL5Pdj4c1DGBOb4EAD9VjEF3Bio79V28vw0L8mx0a2Kw==',
    sources: 'src',
    from: 'large',
    paths: { '@wordpress/components': 'src/index.ts' },
  },
  {
    spec: '@navikt/ds-react@8.16.2',
    integrity: 'sha512-pJGVltBJT5hNwo+fZee5qaM+Kc+hZZgPU7WoXbUbZxUtTbhHM+5uFo4J5ceMU2KBUhamtqtRGso2dXdztyEiHQ==',
    sources: 'src',
    from: 'large',
    paths: { '@navikt/ds-react': 'src/index.ts' },
  },
  {
    spec: '@reduxjs/toolkit@2.14.0',
    integrity: 'sha512-m/PxMwRe0xLL6XUsAgy0YjInklHcfi9uMwFhJk+QINqjxqPvyc89T5cMjszA5bDmTE0gwGc7zr9LRO4gL+mhaw==',
    sources: 'src',
    from: 'large',
    paths: { '@reduxjs/toolkit': 'src/index.ts', '@reduxjs/toolkit/*': 'src/*' },
  },
  {
    spec: '@antv/g2@5.4.8',
    integrity: 'sha512-IvgIpwmT4M5/QAd3Mn2WiHIDeBqFJ4WA2gcZhRRSZuZ2KmgCqZWZwwIT0hc+kIGxwYeDoCQqf//t6FMVu3ryBg==',
    sources: 'src',
    from: 'large',
    paths: { '@antv/g2': 'src/index.ts' },
  },
  {
    spec: '@antv/g6@5.1.1',
    integrity: 'sha512-50bXxMUf4mChyOv4ePVeWZLwotih9VunKfp0a++Wofv/wCyY8fb9+CV2wouIBCOZnd5ydBRA4NNaX9yLJzqa2w==',
    sources: 'src',
    from: 'large',
    paths: { '@antv/g6': 'src/index.ts' },
  },
  {
    spec: '@antv/x6@3.1.8',
    integrity: 'sha512-JVGxBRmjnqDr7W7Ql5XWc6FUtFcy+QlFaV31cv0pHIeVIJmyYnB5rHmdzz93CY5lCS/XcNBtOnNIIq6JVgfZ5w==',
    sources: 'src',
    from: 'large',
    paths: { '@antv/x6': 'src/index.ts' },
  },
  {
    spec: '@aws-amplify/core@6.19.2',
    integrity: 'sha512-no55Uqqi3YNFppzoHRAwxvrvOaVFJ7xDtbal9nJmaZNZxJrEWzarCqMfPb0/NORa02BzFL3fvo2zR7sq5yiCfg==',
    sources: 'src',
    from: 'large',
    paths: { '@aws-amplify/core': 'src/index.ts' },
  },
  {
    spec: '@azure/arm-network@33.0.0',
    integrity: 'sha512-J/Y225r5h1GL7kgnQRo5oW8q+rxXpmqmQwCK4UNbQ+8A9rEvfCqb/K3IP/VLWgdUVGXTLSmnt7dfN5vIwgsKXA==',
    sources: 'src',
    from: 'large',
    paths: { '@azure/arm-network': 'src/index.ts' },
  },
  {
    spec: '@blueprintjs/core@6.20.0',
    integrity: 'sha512-ykESsMltlWIeQOto7U5F1iyLxpwPn997BS4RfwKforB+VZYxsIWPxhwSydv+T7rg+QXzbG9L64o/ygXDoK2pbQ==',
    sources: 'src',
    from: 'large',
    paths: { '@blueprintjs/core': 'src/index.ts' },
  },
  {
    spec: '@deck.gl/core@9.4.0',
    integrity: 'sha512-0isP+x2eGNxteO7lT650lYO7oiAYXAu4aF1jG+BMi8aKYh38HtPugLq1TlQTravIXzBSi5Oe1oZNuVj8h4ZEjA==',
    sources: 'src',
    from: 'large',
    paths: { '@deck.gl/core': 'src/index.ts' },
  },
  {
    spec: '@deck.gl/layers@9.4.0',
    integrity: 'sha512-jSL/xje2Ez7DmnP8AAIdhhg6IAtfXMmnXiUAKNgpl/TTaEL+iL5TAnagCdt39H3azmKVcCG33kOlIoWFAuLuRg==',
    sources: 'src',
    from: 'large',
    paths: { '@deck.gl/layers': 'src/index.ts' },
  },
];
