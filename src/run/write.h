// What a campaign has found, as text, JSON or SARIF.
#pragma once

#include <string>

#include "run/campaign.h"

namespace robur {

std::string campaignText(const CampaignOptions& options, const Campaign& campaign);
std::string campaignJson(const CampaignOptions& options, const Campaign& campaign);
std::string campaignSarif(const CampaignOptions& options, const Campaign& campaign);

}  // namespace robur
