import { maskedTemplate, StageTemplates } from './templates.ts';

const staging = new StageTemplates('Staging');

describe('the staging stage', () => {
  it('keeps this', () => {
    expect(maskedTemplate(staging.data)).toMatchSnapshot();
  });

  it('answers with this', () => {
    expect(maskedTemplate(staging.service)).toMatchSnapshot();
  });

  it('is watched by this', () => {
    expect(maskedTemplate(staging.watch)).toMatchSnapshot();
  });
});
