import { maskedTemplate, StageTemplates } from './templates.ts';

const production = new StageTemplates('Production');

describe('the production stage', () => {
  it('keeps this', () => {
    expect(maskedTemplate(production.data)).toMatchSnapshot();
  });

  it('answers with this', () => {
    expect(maskedTemplate(production.service)).toMatchSnapshot();
  });

  it('is watched by this', () => {
    expect(maskedTemplate(production.watch)).toMatchSnapshot();
  });
});
